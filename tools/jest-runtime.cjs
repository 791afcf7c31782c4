// A runtime of jest that compiles a module once for all test files of a worker: jest compiles it again for each.
const { Script } = require("node:vm");
const { default: Runtime } = require("jest-runtime");

/** The compiled scripts by file name. The code is compared, because tests may write a file again. */
const scripts = new Map();

module.exports = class extends Runtime {
  constructor(...args) {
    super(...args);
    const { executor } = this;
    const opening = `(function (${executor.injectedModuleParameters.join(", ")}) {`;
    const compile = executor.compile.bind(executor);
    executor.compile = (code, filename) => {
      const context = executor.environment.getVmContext();
      // A test file itself runs once.
      if (context === null || filename === executor.testPath) return compile(code, filename);
      const known = scripts.get(filename);
      if (known?.code === code) return known.script.runInContext(context);
      let script;
      try {
        script = new Script(`${opening}${code}\n})`, { filename, columnOffset: -opening.length });
      } catch {
        return compile(code, filename);
      }
      scripts.set(filename, { code, script });
      return script.runInContext(context);
    };
  }
};
