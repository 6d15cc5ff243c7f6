import type { StageSettings } from '../settings/settings-schema.ts';

type Values = Readonly<Record<string, unknown>>;

const senderDomain = (address: unknown): string => String(address).replace(/^.*@/, '');
const hostName = (domain: unknown): unknown => Object(domain).name;

/** Settings that name something others rely on, and the part that does so. */
const identities: Readonly<Partial<Record<keyof StageSettings, (value: unknown) => unknown>>> = {
  mailFrom: senderDomain,
  existingIdentity: (value) => value,
  domain: hostName,
};

/** Not set, or switched off. */
const isGone = (value: unknown, deployed: unknown): boolean =>
  value === undefined || (value === false && deployed === true);

/**
 * What a deployment must not change unnoticed: a deployed setting that is gone (its resources would be deleted), the
 * sender's domain, and the site's host name.
 * @param deployed settings of the deployed stack
 * @param allowed names of settings that may vanish or change this time
 * @returns one line for each refused change; empty if there is none
 */
export const findRefusedChanges = (deployed: Values, next: Values, allowed: readonly string[]): string[] => {
  const vanished = Object.keys(deployed)
    .filter((name) => !(name in identities && next[name] !== undefined) && isGone(next[name], deployed[name]))
    .map((name) => [name, `${name} is deployed as ${JSON.stringify(deployed[name])} and would vanish`]);
  const changed = Object.entries(identities)
    .filter(([name]) => deployed[name] !== undefined && next[name] !== undefined)
    .map(([name, identityOf]) => [name, identityOf(deployed[name]), identityOf(next[name])] as const)
    .filter(([, before, after]) => before !== after)
    .map(([name, before, after]) => [name, `${name} would change from ${before} to ${after}`]);
  return [...vanished, ...changed]
    .filter(([name = '']) => !allowed.includes(name))
    .map(([, text = '']) => text);
};
