// Depends on class-validator 0.15, whose storage collects the rules of a class by `getTargetValidationMetadatas`.
import { getMetadataStorage } from 'class-validator';

/** Caches the rules of each class; class-validator searches the rules of all classes for every object. */
export function cacheValidationRules(): void {
  const storage = getMetadataStorage();
  const collect = storage.getTargetValidationMetadatas.bind(storage);
  const cached = new WeakMap<object, ReturnType<typeof collect>>();
  storage.getTargetValidationMetadatas = (type, ...rest) => {
    let rules = cached.get(type);
    if (!rules) cached.set(type, (rules = collect(type, ...rest)));
    return rules;
  };
}
