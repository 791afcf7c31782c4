import { callsOf } from "../client/calls";

export default {
  async fetch(): Promise<Response> {
    // Every address is that of the service in client.capnp.
    return Response.json(await callsOf("http://api.example/api"));
  },
};
