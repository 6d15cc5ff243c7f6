/** For `toHaveURL`: the page is at this path, whatever its query and hash. */
export const atPath =
  (path: string) =>
  ({ pathname }: URL): boolean =>
    pathname === path;
