import { join } from 'node:path';
import ts from 'typescript';

/** Compiles a copy of the checkout in this process: whole once, then file by file, with all other files kept in mind. */
export class Compiler {
  #rootNames;
  #options;
  #host;
  #sources = new Map();
  #program;

  constructor(folder) {
    // What a mutation leaves unused is no mistake.
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

  /** Compiles one changed file; answers what is wrong with it, undefined where nothing is. */
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

  /** The file is another one than it was. */
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
