import { type ComponentType, type LazyExoticComponent, lazy, useState } from 'react';

/**
 * A screen in a chunk of its own, by the name its module exports. Once preloaded it renders at once, without a
 * fallback.
 */
export const lazyScreen = <Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
) => {
  const part: ScreenPart = {
    loaded: undefined,
    Later: lazy(async () => ({ default: (await load())[name] })),
  };
  const preload = async (): Promise<void> => {
    part.loaded = (await load())[name];
  };
  return { preload, element: <LazyScreen part={part} /> };
};

interface ScreenPart {
  loaded: ComponentType | undefined;
  readonly Later: LazyExoticComponent<ComponentType>;
}

const LazyScreen = ({ part }: { readonly part: ScreenPart }) => {
  // A screen that is on the page stays the same component.
  const [Content] = useState<ComponentType | LazyExoticComponent<ComponentType>>(
    () => part.loaded ?? part.Later,
  );
  return <Content />;
};
