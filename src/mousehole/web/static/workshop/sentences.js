/** Says back in words what was put together from menus. */

/** @import { Choices } from "./fields.js" */
/** @import { Path } from "./pack.js" */
/** @import { Schema } from "./forms.js" */
/**
 * @typedef {object} Tongue what a sentence is made with
 * @property {(schema: Schema) => Schema} resolved
 * @property {(kind: string, path: Path) => Choices} choices
 * @property {(schema: Schema) => Schema[]} variants
 * @property {Path} path
 */

/** Say an effect: when, on which conditions, what. @param {Schema} schema @param {any} effect @param {Tongue} tongue */
export function effectSaid(schema, effect, tongue) {
  const { on, do: verbs, when, optional, once, cost } = schema.properties;
  const parts = [valueSaid(on, effect.on, tongue)];
  if (effect.when) parts.push(`${when.description}: ${valueSaid(when, effect.when, tongue)}`);
  for (const [key, part] of Object.entries({ optional, once, cost })) {
    if (effect[key]) parts.push(pairSaid(part, effect[key], tongue));
  }
  const items = tongue.resolved(verbs).items;
  const done = (effect.do ?? []).map((/** @type {any} */ verb) => verbSaid(items, verb, tongue));
  return capital(`${parts.join("; ")} → ${done.join(", ") || "…"}`);
}

/** Say a verb with its values. @param {Schema} schema @param {any} verb @param {Tongue} tongue @returns {string} */
export function verbSaid(schema, verb, tongue) {
  const found = tongue.variants(schema).find(({ properties }) => properties.verb.enum?.[0] === verb?.verb);
  if (!found) return verb?.verb ?? "";
  const told = tableSaid(found, verb, tongue);
  return told ? `${found.description} (${told})` : found.description;
}

/** @param {Schema} schema @param {any} value @param {Tongue} tongue @returns {string} */
function tableSaid(schema, value, tongue) {
  return Object.entries(schema.properties ?? {})
    .filter(([key]) => key !== "verb" && value?.[key] !== undefined)
    .map(([key, part]) => pairSaid(part, value[key], tongue))
    .filter(Boolean)
    .join(", ");
}

/** @param {Schema} part @param {any} value @param {Tongue} tongue @returns {string} */
function pairSaid(part, value, tongue) {
  if (value === true) return part.description;
  const told = valueSaid(part, value, tongue);
  return told && value !== false ? `${part.description}: ${told}` : "";
}

/** @param {Schema} raw @param {any} value @param {Tongue} tongue @returns {string} */
function valueSaid(raw, value, tongue) {
  const schema = tongue.resolved(raw);
  const named = (schema.anyOf ?? [schema]).map(tongue.resolved).find((/** @type {Schema} */ one) => one.names?.[value]);
  if (named) return named.names[value];
  const called = (/** @type {string} */ name) =>
    (schema.choice && tongue.choices(schema.choice, tongue.path).find(([one]) => one === name)?.[1]) || name;
  if (Array.isArray(value)) return listSaid(schema, value, tongue, called);
  if (value === null || typeof value !== "object") return called(String(value ?? ""));
  const table = (schema.anyOf ?? [schema])
    .map(tongue.resolved)
    .find((/** @type {Schema} */ one) => one.properties ?? one.additionalProperties);
  if (table?.properties) return tableSaid(table, value, tongue);
  return Object.entries(value)
    .map(([name, one]) => `${called(name)}: ${one}`)
    .join(", ");
}

/** @param {Schema} schema @param {any[]} value @param {Tongue} tongue @param {(name: string) => string} called */
function listSaid(schema, value, tongue, called) {
  const item = tongue.resolved(schema.items ?? {});
  return value
    .map((one) =>
      one?.verb ? verbSaid(item, one, tongue) : Array.isArray(one) ? one.join(" ") : (item.names?.[one] ?? called(one)),
    )
    .join(", ");
}

/** @param {string} words */
function capital(words) {
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}
