/** Settings from the environment. */
export { Configuration, notDeclared, SettingsError } from './configuration.js';
export { DataSettings } from './data.settings.js';
export { RoleSettings } from './role.settings.js';
export { isVariable, Setting } from './setting.decorator.js';
export { AddressSettings, problemOfPublicUrl } from './address.settings.js';
export { Origins, originsOf } from './origins.js';
