import { createContext } from 'react';

/**
 * How a button of a dialog closes it: the dialog asks first while it has typed text. Outside of a dialog it closes at
 * once.
 */
export const CloseRequest = createContext<(close: () => void) => void>((close) => close());
