import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type CallToolResult,
  type Tool,
} from "@modelcontextprotocol/sdk/types.js";
import type { RequestHandler } from "express";
import type { App } from "versioned-controllers";
import { ToolsOf, type AgentTool } from "versioned-controllers/tools";

/** An MCP endpoint over HTTP, whose tools are the operations of one version. */
export function mcpEndpoint(app: App, version: string): RequestHandler {
  const tools = new Map(ToolsOf(app, { Version: version }).map((tool) => [tool.Name, tool]));
  return async (req, res) => {
    const server = serverOf(tools, version);
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    res.once("close", () => void server.close());
    await server.connect(transport);
    await transport.handleRequest(req, res);
  };
}

/** A server for one request: no session is kept. */
function serverOf(tools: ReadonlyMap<string, AgentTool>, version: string): McpServer {
  const mcp = new McpServer({ name: "bookshop", version }, { capabilities: { tools: {} } });
  mcp.server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...tools.values()].map(toolOf) }));
  mcp.server.setRequestHandler(CallToolRequestSchema, ({ params }, { requestInfo, signal }) => {
    const tool = tools.get(params.name);
    if (!tool) throw new McpError(ErrorCode.InvalidParams, `no tool is called ${params.name}`);
    // The caller's own token: this server has none.
    const { authorization } = requestInfo?.headers ?? {};
    const Headers = typeof authorization === "string" ? { Authorization: authorization } : {};
    return resultOf(tool, tool.Call(params.arguments ?? {}, { Headers, Signal: signal }));
  });
  return mcp;
}

function toolOf({ Name, Title, Description, InputSchema, OutputSchema, Annotations }: AgentTool): Tool {
  return {
    name: Name,
    ...(Title !== undefined && { title: Title }),
    description: Description,
    inputSchema: InputSchema,
    ...(OutputSchema && { outputSchema: OutputSchema }),
    annotations: {
      readOnlyHint: Annotations.ReadOnly,
      destructiveHint: Annotations.Destructive,
      idempotentHint: Annotations.Idempotent,
    },
  };
}

/** The API's answer, its notices below it. Input that the schemas do not accept is an error that a model can mend. */
async function resultOf(tool: AgentTool, called: ReturnType<AgentTool["Call"]>): Promise<CallToolResult> {
  try {
    const { Status, Body, Text, Notices } = await called;
    const isError = Status >= 400;
    return {
      isError,
      content: [Text, ...Notices].map((text) => ({ type: "text", text })),
      ...(tool.OutputSchema && !isError && { structuredContent: Body as Record<string, unknown> }),
    };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { isError: true, content: [{ type: "text", text: error.message }] };
  }
}
