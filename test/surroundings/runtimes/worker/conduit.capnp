using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker), (name = "database", external = (http = ()))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "conduit-worker.js")],
  bindings = [(name = "DATABASE", service = "database")],
  compatibilityDate = "2026-11-01",
  compatibilityFlags = ["enable_nodejs_http_server_modules"],
);
