import type { Verdict } from "./schema-rules";

/** A rule of docs/breaking-changes.md on what an API calls by itself, and pairs of a webhook's operations. */
interface SentRule {
  readonly change: string;
  /** Of what a webhook expects back. */
  readonly inRequest: Verdict;
  /** Of what it sends. */
  readonly inResponse: Verdict;
  /** Undefined where there is no such webhook. */
  readonly pairs: readonly (readonly [before: object | undefined, after: object | undefined])[];
}

const text = { type: "string" };
const ok = { description: "OK" };
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const xml = (schema: object) => ({ content: { "application/xml": { schema } } });
const sending = (requestBody?: object) => (requestBody ? { requestBody } : {});
const withHeader = (more: object = {}) => ({
  parameters: [{ name: "webhook-id", in: "header", schema: text, ...more }],
});
const expecting = (responses: object) => ({ responses });
const answer = (more: object = {}) => expecting({ 200: { ...ok, ...more } });
const answerHeader = (more: object = {}) => answer({ headers: { "X-Seen": { schema: text, ...more } } });

/** Changes of webhooks and callbacks, in the order of the page. */
export const sentRules: readonly SentRule[] = [
  {
    change: "a webhook or a callback is gone",
    inRequest: "",
    inResponse: "breaks",
    pairs: [[{}, undefined]],
  },
  {
    change: "a webhook or a callback is added",
    inRequest: "",
    inResponse: "fine",
    pairs: [[undefined, {}]],
  },
  {
    change: "a webhook sends no body any more",
    inRequest: "",
    inResponse: "breaks",
    pairs: [[sending(json(text)), sending()]],
  },
  {
    change: "a webhook sends a body now",
    inRequest: "",
    inResponse: "fine",
    pairs: [
      [sending(), sending(json(text))],
      [sending(), sending({ ...json(text), required: true })],
    ],
  },
  {
    change: "a webhook's body is no longer always present",
    inRequest: "",
    inResponse: "breaks",
    pairs: [[sending({ ...json(text), required: true }), sending(json(text))]],
  },
  {
    change: "a webhook's body is now always present",
    inRequest: "",
    inResponse: "fine",
    pairs: [[sending(json(text)), sending({ ...json(text), required: true })]],
  },
  {
    change: "a webhook sends another media type",
    inRequest: "",
    inResponse: "breaks",
    pairs: [[sending(json(text)), sending(xml(text))]],
  },
  {
    change: "a webhook no longer sends a header, or not always",
    inRequest: "",
    inResponse: "breaks",
    pairs: [
      [withHeader(), {}],
      [withHeader({ required: true }), withHeader()],
    ],
  },
  {
    change: "a webhook sends one header more, or always",
    inRequest: "",
    inResponse: "fine",
    pairs: [
      [{}, withHeader()],
      [{}, withHeader({ required: true })],
      [withHeader(), withHeader({ required: true })],
    ],
  },
  {
    change: "a header that a webhook sends allows more",
    inRequest: "",
    inResponse: "breaks",
    pairs: [[withHeader(), withHeader({ schema: { type: ["string", "null"] } })]],
  },
  {
    change: "a webhook expects an answer of a status no more",
    inRequest: "breaks",
    inResponse: "",
    pairs: [
      [expecting({ 200: ok, 202: ok }), expecting({ 200: ok })],
      [expecting({ 200: ok, 410: ok }), expecting({ 200: ok })],
    ],
  },
  {
    change: "a webhook expects an answer of one status more",
    inRequest: "fine",
    inResponse: "",
    pairs: [[expecting({ 200: ok }), expecting({ 200: ok, 410: ok })]],
  },
  {
    change: "a body of the answer is expected now, or no more",
    inRequest: "breaks",
    inResponse: "",
    pairs: [
      [answer(), answer(json(text))],
      [answer(json(text)), answer()],
    ],
  },
  {
    change: "a media type of the answer is expected no more",
    inRequest: "breaks",
    inResponse: "",
    pairs: [[answer({ content: { ...json(text).content, ...xml(text).content } }), answer(json(text))]],
  },
  {
    change: "a header of the answer is expected, or read no more",
    inRequest: "breaks",
    inResponse: "",
    pairs: [
      [answer(), answerHeader({ required: true })],
      [answerHeader(), answerHeader({ required: true })],
      [answerHeader(), answer()],
    ],
  },
  {
    change: "a header of the answer may be sent, or left out",
    inRequest: "fine",
    inResponse: "",
    pairs: [
      [answer(), answerHeader()],
      [answerHeader({ required: true }), answerHeader()],
    ],
  },
];
