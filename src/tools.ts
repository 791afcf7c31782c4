import type { App } from "./core/app/app";
import { fetchOf } from "./server/create-server";
import { requireApp } from "./core/app/is-app";
import { internals } from "./core/model/app-internals";
import { assertFilledText, assertOptions, kinds } from "./core/model/options";
import { assertBase } from "./core/model/value";
import { agentTools, type AgentTool, type ToolsOfOptions } from "./tools/agents/agent-tools";

export type { AgentTool, ToolOperation, ToolResult, ToolsOfOptions } from "./tools/agents/agent-tools";

/**
 * Returns the operations of a version as tools for AI agents, for use with any SDK: docs/reference/tools.md.
 *
 * ```
 * for (const { Name, Description, InputSchema, Call } of ToolsOf(app, { Version: "2" })) { ... }
 * ```
 *
 * A version that is past its end, or in `Retired`, has no tools.
 *
 * @throws BuildError as `app.Build()` does; TypeError for wrong options; RangeError for a version that no route answers;
 * Error if a custom function reads the version.
 */
export function ToolsOf(app: App, options: ToolsOfOptions): readonly AgentTool[] {
  requireApp("ToolsOf", app);
  assertOptions<ToolsOfOptions>("ToolsOf", options, {
    Version: kinds.anything,
    Fetch: kinds.function,
    Base: kinds.anything,
    Operations: kinds.function,
  });
  const { Version, Base } = options;
  if (Base !== undefined) assertBase("ToolsOf", Base);
  // An App without versions has tools, too, and needs no `Version`.
  if (app.Versions().length > 0) assertFilledText("ToolsOf: Version", Version);
  if (app[internals].retired.has(Version)) return [];
  const onExpress4 = "Fetch: CreateFetch(host), where host is an Express application with app.Build()";
  const { Fetch = fetchOf(app, {}, { name: "ToolsOf", onExpress4 }) } = options;
  return agentTools(app[internals].versionedDocument(Version), app[internals], { ...options, Fetch });
}
