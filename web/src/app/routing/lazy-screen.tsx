import { type ComponentType, type LazyExoticComponent, lazy, useState } from 'react';

/**
 * A screen in a chunk of its own. After `preload` it renders without a Suspense fallback, as hydration requires.
 * @param name of the component in the module
 */
export const lazyScreen = <Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
) => {
  const screen: ScreenModule = {
    loaded: undefined,
    Lazy: lazy(async () => ({ default: (await load())[name] })),
  };
  const preload = async (): Promise<void> => {
    screen.loaded = (await load())[name];
  };
  return { name, preload, element: <LazyScreen screen={screen} /> };
};

interface ScreenModule {
  loaded: ComponentType | undefined;
  readonly Lazy: LazyExoticComponent<ComponentType>;
}

const LazyScreen = ({ screen }: { readonly screen: ScreenModule }) => {
  // State, because a mounted screen must stay the same component when `loaded` is set.
  const [Content] = useState<ComponentType | LazyExoticComponent<ComponentType>>(
    () => screen.loaded ?? screen.Lazy,
  );
  return <Content />;
};

/** In place of an area whose role needs a second factor. Apart from the screens of pages: those of areas import it. */
export const SecondFactorNeeded = lazyScreen(
  () => import('../../features/visitors/accounts/second-factor-screen.tsx'),
  'SecondFactorNeededScreen',
);
