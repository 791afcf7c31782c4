// Loaded by mocha before Express's tests: writes every head that a client is answered with to the file HEADS, and, where SERVER names the
// entry `server` of the package, lets CreateServer serve each application.
const { appendFileSync } = require("node:fs");
const http = require("node:http");

const { HEADS, SERVER } = process.env;
if (SERVER) serveByThePackage(require(SERVER).CreateServer);
recordHeads();

function serveByThePackage(CreateServer) {
  const { createServer } = http;
  let isWithin = false;
  http.createServer = (...args) => {
    const application = args.at(-1);
    // CreateServer makes its own by this function; a test may make one of a plain listener.
    if (isWithin || typeof application?.handle !== "function") return createServer(...args);
    isWithin = true;
    try {
      return CreateServer(application);
    } finally {
      isWithin = false;
    }
  };
}

function recordHeads() {
  const { emit } = http.ClientRequest.prototype;
  http.ClientRequest.prototype.emit = function (event, ...args) {
    if (event === "response") {
      const [{ statusCode, statusMessage, rawHeaders }] = args;
      appendFileSync(HEADS, `${JSON.stringify([this.method, statusCode, statusMessage, rawHeaders])}\n`);
    }
    return emit.call(this, event, ...args);
  };
}
