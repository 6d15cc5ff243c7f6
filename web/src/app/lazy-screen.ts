import { type ComponentType, lazy } from 'react';

/** A screen in a chunk of its own, by the name its module exports. */
export const lazyScreen = <Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
) => lazy(async () => ({ default: (await load())[name] }));
