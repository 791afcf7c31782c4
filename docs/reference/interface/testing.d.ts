// The exports, sorted. Written by `npm run fix:interface`.

export interface HostedTestClientOptions extends TestClientOptions {
  App: App;
  Mount?: string;
}

export declare function TestClient(app: App, options?: TestClientOptions): Agent;

export declare function TestClient(host: Application, options: HostedTestClientOptions): Agent;

export interface TestClientOptions {
  Version?: Version;
  Unlisted?: boolean;
}

// Not exported, but part of the exports.

type Agent = ReturnType<typeof Supertest.agent>;
