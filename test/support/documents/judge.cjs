// Node's own import, since jest cannot import ES modules on Node 20, and both judges are.
exports.judge = async (folders) => (await import("./judge.mjs")).judge(folders);
