/** Fields of requests, responses and settings: one decorator declares type, checks and documentation. */
export { aligned, type Decimal, decimalOf, MAX_DIGITS, numberOf, significantDigits } from './decimal.js';
export { Field, type FieldOptions, unchecked } from './field.js';
export { FieldsOf, NestedUnder } from './fields-of.js';
export { isUuid, Uuid, UuidList } from './identifiers.js';
export { type JsonSchema, jsonSchemaOf, schemasOf } from './json-schema.js';
export { Measured, Unmeasured } from './measured.js';
export { MimeType, mimeTypeRangeIssue } from './mime-type.js';
export { JudgedValue, LooseList, Nested, NestedList, NestedObject, OpenObject, Union, UnionList } from './nested.js';
export {
  AscendingNumbers,
  DecimalNumber,
  Flag,
  MAX_INT4,
  PositiveInteger,
  QueryFlag,
  QueryNumber,
  WholeNumber,
} from './numbers.js';
export { PatchOf } from './patch-of.js';
export { isDecodable } from './percent-encoding.js';
export { isPlainObject } from './plain-object.js';
export { repetitions } from './repetitions.js';
export { hasWords, namePattern, searchName, searchWords, soughtWords, WordSearch } from './search-words.js';
export { sentFields } from './sent-fields.js';
export { Shown } from './shown.js';
export { ChoiceList, lowerCase, nameIssue, OneOf, Pattern, Text, textIssue, TextList, Title } from './text.js';
export {
  CalendarDate,
  calendarDateToInstant,
  FIRST_INSTANT,
  Instant,
  INSTANT_RANGE,
  isCalendarDate,
  parseInstant,
  isInstantInRange,
  LAST_INSTANT,
  nearestInstantInRange,
  TimeOfDay,
  TimeZone,
} from './time.js';
export { type SourceOf, toResource, toResources } from './to-resource.js';
export { acceptsNothing, checked, type CrossChecked, validated } from './validation.js';
export { variantIssues, Variants } from './variants.js';
export { NameIn, NamesIn } from './vocabulary.js';
export { ServiceAddress } from './service-address.js';
export { SecureWebAddress, WebAddress } from './web-address.js';
