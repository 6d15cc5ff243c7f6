/** The one way to ask for "now" in the API; tests pass their own. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
