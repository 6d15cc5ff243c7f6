import { type ComponentType, lazy } from 'react';

/** A screen in a chunk of its own, by the name its module exports; `preload` fetches the chunk ahead of time. */
export const lazyScreen = <Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
) =>
  Object.assign(
    lazy(async () => ({ default: (await load())[name] })),
    { preload: load },
  );
