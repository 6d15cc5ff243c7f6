import { type FunctionName, functions } from '#functions/functions';

/** The path, in names of resources, of the construct that a function is in. */
export const functionHome = (name: FunctionName): string => {
  const { trigger } = functions[name];
  if (trigger === 'api') return name;
  return trigger === 'user-pool' ? `Auth${name}` : `${name.charAt(0).toUpperCase()}${name.slice(1)}${name}`;
};
