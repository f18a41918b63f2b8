// Lets Node resolve `@jest/globals`, which Jest provides only to the modules that it loads itself.
let globals;

export function initialize(url) {
  globals = url;
}

export function resolve(specifier, context, next) {
  return specifier === '@jest/globals' ? { url: globals, shortCircuit: true } : next(specifier, context);
}
