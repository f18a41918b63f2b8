import { join } from 'node:path';
import ts from 'typescript';

/** Compiles a copy of the checkout in this process: completely once, then incrementally by file. */
export class Compiler {
  #rootNames;
  #options;
  #host;
  #sources = new Map();
  #program;

  constructor(folder) {
    // A mutation may leave something unused.
    const relaxed = { noUnusedLocals: false, noUnusedParameters: false };
    const config = ts.getParsedCommandLineOfConfigFile(join(folder, 'tsconfig.json'), relaxed, {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: (diagnostic) => {
        throw new Error(text(diagnostic));
      },
    });
    this.#rootNames = config.fileNames;
    this.#options = config.options;
    this.#host = ts.createCompilerHost(config.options);
    const read = this.#host.getSourceFile.bind(this.#host);
    this.#host.getSourceFile = (path, ...rest) => {
      if (!this.#sources.has(path)) this.#sources.set(path, read(path, ...rest));
      return this.#sources.get(path);
    };
  }

  all() {
    this.#renew();
    this.#program.emit();
  }

  /** Compiles one changed file; returns its first error, if any. */
  one(path) {
    this.forget(path);
    this.#renew();
    const source = this.#program.getSourceFile(path);
    const [problem] = [
      ...this.#program.getSyntacticDiagnostics(source),
      ...this.#program.getSemanticDiagnostics(source),
    ];
    if (problem) return text(problem);
    this.#program.emit(source);
    return undefined;
  }

  /** Invalidates a changed file. */
  forget(path) {
    this.#sources.delete(path);
  }

  #renew() {
    this.#program = ts.createProgram({
      rootNames: this.#rootNames,
      options: this.#options,
      host: this.#host,
      oldProgram: this.#program,
    });
  }
}

function text({ messageText }) {
  return ts.flattenDiagnosticMessageText(messageText, ' ');
}
