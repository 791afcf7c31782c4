// The exports, sorted. Written by `npm run fix:interface`.

export interface AgentTool {
  readonly Name: string;
  readonly Title?: string;
  readonly Description: string;
  readonly InputSchema: ObjectSchema;
  readonly OutputSchema?: ObjectSchema;
  readonly Annotations: {
    readonly ReadOnly: boolean;
    readonly Destructive: boolean;
    readonly Idempotent: boolean;
  };
  readonly Deprecated?: {
    readonly Since?: Date;
    readonly Sunset?: Date;
  };
  readonly Call: ToolCall;
}

export interface ToolOperation extends OpenAPIOperation {
  readonly OperationID: string;
  readonly Method: string;
  readonly Path: string;
}

export interface ToolResult {
  readonly Status: number;
  readonly Body: unknown;
  readonly Text: string;
  readonly Notices: readonly string[];
}

export declare function ToolsOf(app: App, options: ToolsOfOptions): readonly AgentTool[];

export interface ToolsOfOptions {
  readonly Version: Version;
  readonly Fetch?: (request: Request) => Promise<Response>;
  readonly Base?: string;
  readonly Operations?: (operation: ToolOperation) => boolean;
}

// Not exported, but part of the exports.

export interface ObjectSchema {
  readonly type: "object";
  readonly [keyword: string]: unknown;
}

export type ToolCall = (
  input: Readonly<Record<string, unknown>>,
  options?: {
    readonly Headers?: Readonly<Record<string, string>>;
    readonly Signal?: AbortSignal;
  },
) => Promise<ToolResult>;
