/** A browser with one window. */
export interface Engine {
  /** Loads a page and waits for its `load` event. */
  readonly goTo: (url: string) => Promise<void>;
  /** Runs the body of a function in the page and returns its result, which must be JSON. */
  readonly run: (body: string) => Promise<unknown>;
  /** Clicks a point of the window, in pixels. */
  readonly click: (point: { readonly x: number; readonly y: number }) => Promise<void>;
  /** Types into what has the focus. */
  readonly type: (text: string) => Promise<void>;
  readonly stop: () => Promise<void>;
}
