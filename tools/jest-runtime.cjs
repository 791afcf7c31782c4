// A runtime of jest that reads and compiles a module once for all test files of a worker, and leaves nothing in Node that
// slows later files.
const { readFileSync, statSync } = require("node:fs");
const { Script } = require("node:vm");
const { default: Runtime } = require("jest-runtime");

/** The compiled scripts by file name. The code is compared, because tests may write a file again. */
const scripts = new Map();

/** The texts of modules by file name, each with its size and the time of its last change. */
const texts = new Map();

module.exports = class extends Runtime {
  #storages = [];

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
    this.#keepTexts();
    this.#recordStorages();
  }

  #keepTexts() {
    this.fileCache.readFile = (filename) => {
      const { mtimeMs, size } = statSync(filename);
      const known = texts.get(filename);
      if (known?.mtimeMs === mtimeMs && known.size === size) return known.text;
      const text = readFileSync(filename, "utf8");
      texts.set(filename, { mtimeMs, size, text });
      return text;
    };
  }

  /**
   * Up to Node 22, each promise and socket of a process has a property for each AsyncLocalStorage that ever ran, and jest has one
   * for each test file.
   */
  #recordStorages() {
    const { coreModule } = this;
    const storages = this.#storages;
    const requireCore = coreModule.require.bind(coreModule);
    let hooks;
    coreModule.require = (name) => {
      const found = requireCore(name);
      if (name !== "async_hooks" && name !== "node:async_hooks") return found;
      hooks ??= {
        ...found,
        AsyncLocalStorage: class AsyncLocalStorage extends found.AsyncLocalStorage {
          constructor(...args) {
            super(...args);
            storages.push(this);
          }
        },
      };
      return hooks;
    };
  }

  teardown() {
    super.teardown();
    for (const storage of this.#storages) storage.disable();
  }
};
