// The exports, sorted. Written by `npm run fix:interface`.

export declare function Docs(app: App): RequestHandler;
