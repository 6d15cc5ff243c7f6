import { forbidden, login, type RowsOfRoutes } from './rows.ts';

/** Rows of the routes for administrators about messages and the newsletter. */
export const messageAccess = {
  listMessages: { nothing: [login, login, forbidden, forbidden, 200, forbidden] },
  getMessage: {
    foreign: [login, login, forbidden, forbidden, 200, forbidden],
    missing: [login, login, forbidden, forbidden, 'messageNotFound', forbidden],
  },
  getMessagePreview: { nothing: [login, login, forbidden, forbidden, 200, forbidden] },
  sendMessage: {
    foreign: [login, login, forbidden, forbidden, 202, forbidden],
    missing: [login, login, forbidden, forbidden, 'nobodyToWriteTo', forbidden],
  },
  sendTestMessage: { nothing: [login, login, forbidden, forbidden, 202, forbidden] },
  sendMessageAgain: {
    foreign: [login, login, forbidden, forbidden, 200, forbidden],
    missing: [login, login, forbidden, forbidden, 'messageNotFound', forbidden],
  },
  listReaders: { nothing: [login, login, forbidden, forbidden, 200, forbidden] },
  removeReader: {
    foreign: [login, login, forbidden, forbidden, 204, forbidden],
    missing: [login, login, forbidden, forbidden, 'readerNotFound', forbidden],
  },
} satisfies RowsOfRoutes;
