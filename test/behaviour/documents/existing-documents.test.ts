import addFormats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020";
import { ProblemDetails, type App, type AppOptions } from "versioned-controllers";
import type { Request } from "express";
import { documentFromOpenAPI30 } from "../../../src/schema/json-schema/openapi-30-document";
import { compareDocuments } from "../../../src/tools/compare/compare-documents";
import { judgedDocuments } from "../../support/documents/judging";
import { recordingLogger } from "../../support/logger";
import { appOfDocument, sourceDocument } from "../../support/openapi-30/app-of";
import { serve, type Answer } from "../../support/serve";

/* Documents of OpenAPI 3.0 whose operations become routes: test/support/openapi-30. */

const documentOf = judgedDocuments("existing");

interface Sent {
  readonly line: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** One operation: a request that its schemas accept, the result of its handler, and a request that they refuse. */
interface OperationCase {
  readonly valid: Sent;
  /** The part of the request that the handler reads, as the schemas give it. */
  readonly read?: readonly [part: "query" | "body" | "params" | "headers", value: object];
  readonly returned?: unknown;
  readonly answered: readonly [status: number, json?: unknown];
  readonly invalid: Sent;
  readonly refused: readonly (readonly [place: string, ...path: (string | number)[]])[];
}

interface DocumentCase {
  readonly file: string;
  readonly options?: AppOptions;
  readonly operations: Readonly<Record<string, OperationCase>>;
  /** The components that the App's document has and the source has not. */
  readonly added: readonly string[];
  /** The breaking differences from the source to the App's document, each with its reason. */
  readonly breaking: Readonly<Record<string, string>>;
}

const notice = {
  sid: "NO0001",
  body: null,
  status: null,
  price: null,
  error_code: null,
  attributes: null,
  media: null,
  date_created: "2026-01-01T00:00:00Z",
  links: null,
};
const sent = { ...notice, body: "Hello", status: "sent", media: [{ content_type: null, size: 3 }] };
const notices = "/v1/services/IS0001/notices";

const noticesCase: DocumentCase = {
  file: "notices.yaml",
  operations: {
    list_notice: {
      valid: {
        line: `GET ${notices}?status=sent&created_at%3E=2026-01-01T00:00:00Z&channels=sms&page_size=2`,
      },
      read: [
        "query",
        { status: "sent", "created_at>": "2026-01-01T00:00:00Z", channels: ["sms"], page_size: 2 },
      ],
      // No schema of this document closes its objects, so that members it does not name are sent.
      returned: { notices: [sent, notice], meta: { page: 0, next_page_url: null, more: 1 } },
      answered: [200, { notices: [sent, notice], meta: { page: 0, next_page_url: null, more: 1 } }],
      invalid: { line: `GET ${notices}?status=lost&page_size=0&created_at%3E=now&channels=fax` },
      refused: [
        ["query", "status"],
        ["query", "created_at>"],
        ["query", "channels", 0],
        ["query", "page_size"],
      ],
    },
    create_notice: {
      valid: {
        line: `POST ${notices}`,
        headers: { "Content-Type": "application/x-www-form-urlencoded", "X-Notice-Webhook": "true" },
        body: "to=%2B1555&body=Hello&tags=a",
      },
      read: ["body", { to: "+1555", body: "Hello", tags: ["a"] }],
      returned: sent,
      answered: [201, sent],
      invalid: {
        line: `POST ${notices}`,
        headers: { "Content-Type": "application/x-www-form-urlencoded", "X-Notice-Webhook": "yes" },
        body: "to=1&tries=many",
      },
      refused: [
        ["headers", "x-notice-webhook"],
        ["body", "body"],
        ["body", "to"],
        ["body", "tries"],
      ],
    },
    fetch_notice: {
      valid: { line: `GET ${notices}/NO0001` },
      read: ["params", { service_sid: "IS0001", sid: "NO0001" }],
      returned: notice,
      answered: [200, notice],
      invalid: { line: "GET /v1/services/IS1/notices/1" },
      refused: [
        ["params", "service_sid"],
        ["params", "service_sid"],
        ["params", "sid"],
      ],
    },
    update_notice: {
      valid: {
        line: `PUT ${notices}/NO0001`,
        body: { body: null, price: null, status: null, attributes: null, media: null },
      },
      read: ["body", { body: null, price: null, status: null, attributes: null, media: null }],
      returned: notice,
      answered: [200, notice],
      invalid: {
        line: `PUT ${notices}/NO0001`,
        body: { body: 1, price: -1, status: "lost", media: [null] },
      },
      refused: [
        ["body", "body"],
        ["body", "price"],
        ["body", "status"],
        ["body", "media", 0],
      ],
    },
    delete_notice: {
      valid: { line: `DELETE ${notices}/NO0001` },
      answered: [204],
      invalid: { line: `DELETE ${notices}/1` },
      refused: [["params", "sid"]],
    },
  },
  added: ["list_notice_response", "create_notice_request", "Error", "InvalidRequest"],
  breaking: {
    [`POST /v1/services/{service_sid}/notices, request body: became required`]:
      "the source lacks `required`, although the body has required members",
  },
};

/** A form of texts, and of files, whose parts have a file name. */
function form(
  ...parts: readonly (readonly [name: string, text: string, file?: string])[]
): Omit<Sent, "line"> {
  const lines = parts.flatMap(([name, text, file]) => [
    "--XX",
    `Content-Disposition: form-data; name="${name}"${file === undefined ? "" : `; filename="${file}"`}`,
    ...["", text],
  ]);
  return {
    headers: { "Content-Type": "multipart/form-data; boundary=XX" },
    body: [...lines, "--XX--", ""].join("\r\n"),
  };
}

const base = { id: "1", type: "file" };
const folder = { id: "2", type: "folder", name: "Pictures" };
const link = { id: "3", type: "web_link", url: null };
const clientError = (status: number, code: string): object => ({
  type: "error",
  status,
  code,
  message: expect.any(String) as string,
  context_info: expect.any(Object) as object,
  request_id: expect.any(String) as string,
});

const filesCase: DocumentCase = {
  file: "files.yaml",
  options: {
    Errors: {
      Schema: { $ref: "#/components/schemas/ClientError" },
      Body: ({ status, code, message, details }, { RequestID }) => ({
        ...{ type: "error", status, code, message, request_id: RequestID },
        context_info: details === undefined ? null : { details },
      }),
    },
  },
  operations: {
    get_files_id: {
      valid: { line: "GET /files/1?fields=id,type", headers: { "If-None-Match": "7" } },
      read: ["query", { fields: ["id", "type"] }],
      returned: {
        ...{ ...base, etag: null, name: "a.png", more: true },
        owned_by: null,
        shared_link: { url: "https://files.example.org/s/1", access: null, secret: 1 },
        parent: { ...folder, secret: 1 },
      },
      answered: [
        200,
        {
          ...{ ...base, etag: null, name: "a.png", more: true },
          owned_by: null,
          shared_link: { url: "https://files.example.org/s/1", access: null },
          parent: folder,
        },
      ],
      invalid: { line: "GET /files/1?fields=id,size" },
      refused: [["query", "fields", 1]],
    },
    put_files_id: {
      valid: {
        line: "PUT /files/1?fields=a,b",
        body: { parent: { id: null }, shared_link: null, lock: null, own: 1 },
      },
      read: ["body", { parent: { id: null }, shared_link: null, lock: null, own: 1 }],
      returned: { ...base, parent: null, shared_link: null, owned_by: { id: "9", login: "a@example.org" } },
      answered: [
        200,
        { ...base, parent: null, shared_link: null, owned_by: { id: "9", login: "a@example.org" } },
      ],
      invalid: {
        line: "PUT /files/1",
        body: { name: null, parent: null, shared_link: { access: "all" }, lock: {} },
      },
      refused: [
        ["body", "name"],
        ["body", "parent"],
        ["body", "shared_link", "url"],
        ["body", "shared_link", "access"],
        ["body", "lock", "access"],
      ],
    },
    post_files_content: {
      valid: {
        line: "POST /files/content",
        ...form(["name", "photo.png"], ["file", "PNG!", "photo.png"], ["previews", "PNG", "small.png"]),
      },
      read: [
        "body",
        {
          name: "photo.png",
          file: expect.objectContaining({ name: "photo.png", size: 4 }) as object,
          previews: [expect.objectContaining({ name: "small.png", size: 3 }) as object],
        },
      ],
      returned: { ...base, name: "photo.png" },
      answered: [201, { ...base, name: "photo.png" }],
      invalid: { line: "POST /files/content", ...form(["name", "a", "a.txt"], ["file", "PNG!"]) },
      refused: [
        ["body", "name"],
        ["body", "file"],
      ],
    },
    get_folders_id_items: {
      valid: { line: "GET /folders/2/items?limit=3" },
      read: ["query", { limit: 3 }],
      returned: {
        total_count: 3,
        next_marker: null,
        entries: [
          { ...base, more: 1 },
          { ...folder, more: 1 },
          { ...link, more: 1 },
        ],
      },
      answered: [200, { total_count: 3, next_marker: null, entries: [{ ...base, more: 1 }, folder, link] }],
      invalid: { line: "GET /folders/2/items?limit=1001" },
      refused: [["query", "limit"]],
    },
    post_folders_id_items: {
      valid: { line: "POST /folders/2/items", body: link },
      read: ["body", link],
      returned: { ...link, more: 1 },
      answered: [202, link],
      invalid: { line: "POST /folders/2/items", body: { type: "file" } },
      refused: [["body", "id"]],
    },
  },
  added: ["Lock"],
  breaking: {
    "PUT /files/{file_id}, request body: became required":
      "the App reads a JSON Schema of an object as a body that has to be there",
  },
};

const uuid = "0a7e6ad8-2f4b-4f0c-9e5f-0d6c4f1f1a11";
const line = { sku: uuid, count: 1, price: 0.5 };
const address = { street: null, zip: "1234" };
const order = {
  id: 7,
  reference: null,
  state: 1,
  shipTo: null,
  lines: null,
  weight: null,
  createdAt: "2026-01-01T00:00:00Z",
  replacedBy: null,
};

const ordersCase: DocumentCase = {
  file: "orders.json",
  options: {
    Errors: {
      ...ProblemDetails,
      Schema: { $ref: "#/components/schemas/Microsoft.AspNetCore.Mvc.ProblemDetails" },
    },
  },
  operations: {
    GetOrders: {
      valid: { line: "GET /api/Orders?Filter.State=2&Ids=4&MinTotal=0.5&IncludeClosed=true" },
      read: ["query", { "Filter.State": 2, Ids: [4], Page: 1, MinTotal: 0.5, IncludeClosed: true }],
      returned: {
        items: [{ ...order, lines: [{ ...line, cost: 1 }], cost: 1 }],
        page: 1,
        total: 1,
        cost: 1,
      },
      answered: [200, { items: [{ ...order, lines: [line] }], page: 1, total: 1 }],
      invalid: { line: "GET /api/Orders?Filter.State=3&Ids=4&Ids=a&Page=0&MinTotal=much" },
      refused: [
        ["query", "Filter.State"],
        ["query", "Ids", 1],
        ["query", "Page"],
        ["query", "MinTotal"],
      ],
    },
    CreateOrder: {
      valid: {
        line: "POST /api/Orders",
        body: { reference: null, shipTo: null, lines: [line], labels: null },
      },
      read: ["body", { reference: null, shipTo: null, lines: [line], labels: null, state: 0 }],
      returned: {
        ...order,
        shipTo: { ...address, cost: 1 },
        replacedBy: { ...order, id: 8, cost: 1 },
      },
      answered: [201, { ...order, shipTo: address, replacedBy: { ...order, id: 8 } }],
      invalid: {
        line: "POST /api/Orders",
        body: {
          shipTo: { street: 1 },
          lines: [
            { sku: "1", count: 0, price: 0 },
            { count: 101, cost: 1 },
          ],
          labels: { a: null },
        },
      },
      refused: [
        ["body", "shipTo", "zip"],
        ["body", "shipTo", "street"],
        ["body", "lines", 0, "sku"],
        ["body", "lines", 0, "count"],
        ["body", "lines", 0, "price"],
        ["body", "lines", 1, "cost"],
        ["body", "lines", 1, "count"],
        ["body", "labels", "a"],
      ],
    },
    GetOrder: {
      valid: { line: "GET /api/Orders/7" },
      read: ["params", { id: 7 }],
      returned: order,
      answered: [200, order],
      invalid: { line: "GET /api/Orders/0" },
      refused: [["params", "id"]],
    },
    ChangeOrder: {
      valid: {
        line: "PATCH /api/Orders/7",
        headers: { "If-Match": "1" },
        body: { shipTo: null, state: null },
      },
      read: ["body", { shipTo: null, state: null }],
      answered: [204],
      invalid: { line: "PATCH /api/Orders/7", body: { shipTo: {}, state: 3, cost: 1 } },
      refused: [
        ["headers", "if-match"],
        ["body", "cost"],
        ["body", "shipTo", "zip"],
        ["body", "state"],
      ],
    },
    DeleteOrder: {
      valid: { line: "DELETE /api/Orders/7" },
      answered: [204],
      invalid: { line: "DELETE /api/Orders/x" },
      refused: [["params", "id"]],
    },
  },
  added: [],
  breaking: {
    "POST /api/Orders, request body: became required":
      "the source lacks `required`, although the body has required members",
    "POST /api/Orders, request body (text/json): text/json was removed":
      "a body of the type json is application/json or application/*+json",
    "POST /api/Orders, request body (application/*+json): application/*+json was removed":
      "the App accepts it, but its document names application/json",
  },
};

const Ajv: NonNullable<AppOptions["Ajv"]> = (defaults) => {
  const ajv = new Ajv2020(defaults);
  addFormats(ajv);
  return ajv;
};

describe.each([noticesCase, filesCase, ordersCase])(
  "$file",
  ({ file, options, operations, added, breaking }) => {
    const source = sourceDocument(file);
    const Logger = recordingLogger();
    let read: Request | undefined;

    function made(more: AppOptions = {}): App {
      const handlers = Object.entries(operations).map(([id, { returned }]) => [
        id,
        (req: Request): unknown => {
          read = req;
          return returned;
        },
      ]);
      return appOfDocument(source, Object.fromEntries(handlers) as never, {
        ...{ Logger, Ajv },
        ...options,
        ...more,
      });
    }

    const ask = async ({ line, headers, body }: Sent): Promise<Answer> =>
      (await serve(made())).ask(
        line,
        { ...(typeof body === "object" ? { "Content-Type": "application/json" } : {}), ...headers },
        typeof body === "object" ? JSON.stringify(body) : (body as string | undefined),
      );

    it("builds without a problem or a warning, with a case for each operation", () => {
      made().Build();
      expect(Logger.warn.mock.calls).toEqual([]);
      const ids = Object.values(source.paths).flatMap((item) =>
        Object.values(item).flatMap((one) => (one as { operationId?: string }).operationId ?? []),
      );
      expect(Object.keys(operations).toSorted()).toEqual(ids.toSorted());
    });

    it.each(Object.entries(operations))("%s answers a valid request", async (_id, one) => {
      const { status, text } = await ask(one.valid);
      expect([status, ...(text === "" ? [] : [JSON.parse(text) as unknown])]).toEqual(one.answered);
      if (one.read) expect({ ...(read?.[one.read[0]] as object) }).toEqual(one.read[1]);
    });

    it.each(Object.entries(operations))("%s refuses an invalid request", async (_id, one) => {
      const { status, text } = await ask(one.invalid);
      expect([status, placesIn(text)]).toEqual([400, one.refused]);
    });

    it("has a valid document with the same components", () => {
      const schemas = documentOf(made()).components?.schemas ?? {};
      expect(Object.keys(schemas).toSorted()).toEqual(
        [...Object.keys(source.components.schemas), ...added].toSorted(),
      );
    });

    it("breaks no client of the source, but where a reason is written", () => {
      const differences = compareDocuments(documentFromOpenAPI30(source as never), made().Document());
      const found = differences.filter(({ isBreaking }) => isBreaking);
      expect(found.map(({ place, text }) => `${place}: ${text}`)).toEqual(Object.keys(breaking));
    });

    it("answers the same under CheckResponses, but for members that the schemas close out", async () => {
      const server = await serve(made({ CheckResponses: "stripped" }));
      for (const { valid, answered } of Object.values(operations)) {
        if (valid.body !== undefined) continue;
        expect((await server.ask(valid.line, valid.headers)).status).toBe(answered[0]);
      }
      expect(Logger.error.mock.calls).toEqual([]);
    });
  },
);

/** The places of the issues, in whichever form the App's errors have. */
function placesIn(text: string): unknown {
  const places: unknown[] = [];
  JSON.parse(text, (_key, value: unknown) => {
    const issue = value as { in?: unknown; path?: unknown[] } | null;
    if (issue?.in !== undefined) places.push([issue.in, ...(issue.path ?? [])]);
    return value;
  });
  return places;
}

it.each([
  ["text/json", 415],
  ["application/vnd.shop+json", 201],
])("a body of the type json, sent as %s, is answered with %i", async (type, status) => {
  const handlers = Object.fromEntries(Object.keys(ordersCase.operations).map((id) => [id, () => order]));
  const app = appOfDocument(sourceDocument("orders.json"), handlers, { Logger: recordingLogger(), Ajv });
  const answer = await (await serve(app)).ask("POST /api/Orders", { "Content-Type": type }, '{"lines":[]}');
  expect(answer.status).toBe(status);
});

it("an error has the form that the document says", async () => {
  const app = appOfDocument(
    sourceDocument("files.yaml"),
    Object.fromEntries(Object.keys(filesCase.operations).map((id) => [id, () => null])),
    { Logger: recordingLogger(), Ajv, ...filesCase.options },
  );
  expect((await (await serve(app)).ask("GET /folders/2/items?limit=1001")).json).toEqual(
    clientError(400, "invalid_request"),
  );
});
