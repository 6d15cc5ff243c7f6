/** A sequence of input of one device, in the format that WebDriver and WebDriver BiDi share. */
type InputActions = ReadonlyArray<Readonly<Record<string, unknown>>>;

/** A browser with one window. */
export interface Engine {
  /** Loads a page and waits for its `load` event. */
  readonly goTo: (url: string) => Promise<void>;
  /** Runs the body of a function in the page and returns its result, which must be JSON. */
  readonly run: (body: string) => Promise<unknown>;
  readonly perform: (actions: InputActions) => Promise<void>;
  readonly stop: () => Promise<void>;
}
