import { type ComponentType, type LazyExoticComponent, lazy, useState } from 'react';

export type Address = Pick<Location, 'pathname' | 'search' | 'hash'>;

type ScreenModule<Name extends string, Props extends object> = Record<Name, ComponentType<Props>> & {
  /** Loads the view that an address shows first. */
  readonly preloadView?: (address: Address) => Promise<void>;
};

interface LoadedScreen<Props extends object> {
  loaded: ComponentType<Props> | undefined;
  readonly Lazy: LazyExoticComponent<ComponentType<Props>>;
}

/** A screen or view in a chunk of its own. After `preload` it needs no fallback. @param name of the component in the module */
export const lazyScreen = <Name extends string, Props extends object = object>(
  load: () => Promise<ScreenModule<Name, Props>>,
  name: Name,
) => {
  const screen: LoadedScreen<Props> = {
    loaded: undefined,
    Lazy: lazy(async (): Promise<{ default: ComponentType<Props> }> => ({ default: (await load())[name] })),
  };
  const preload = async (address: Address): Promise<void> => {
    const module = await load();
    screen.loaded = module[name];
    await module.preloadView?.(address);
  };
  const Screen: ComponentType<Props> = (props) => {
    // A mounted screen must stay the same component when `loaded` is set, so the component is state.
    const [Content] = useState<ComponentType<Props>>(() => screen.loaded ?? screen.Lazy);
    return <Content {...props} />;
  };
  return { name, preload, Screen };
};

/** Calls back once, at the first move or press that counts. @returns a function that stops waiting */
export const atFirstUse = (
  then: () => void,
  counts: (event: Event) => boolean = () => true,
): (() => void) => {
  const waiting = new AbortController();
  const use = (event: Event) => {
    if (!counts(event)) return;
    waiting.abort();
    then();
  };
  for (const type of ['pointermove', 'pointerdown', 'keydown'])
    window.addEventListener(type, use, { passive: true, signal: waiting.signal });
  return () => waiting.abort();
};
