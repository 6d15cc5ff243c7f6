import type { RouteName, Routes } from '#shared/contract/routes';

/** The routes by which a family changes something, signed in or by a link, and those of public forms beside these. */
export type ChangingRoute = {
  [Name in RouteName]: Routes[Name] extends { method: 'GET' } | { readOnly: true }
    ? never
    : Routes[Name] extends { access: 'member' } | { service: 'links' }
      ? Name
      : never;
}[RouteName];

/**
 * Whether a route counts among the changes that a family may make in an hour (`limits.changesPerHour`), or why it does not.
 * The compiler asks for each.
 */
export const countedChanges: Record<ChangingRoute, 'counted' | { readonly notCounted: string }> = {
  updateMyProfile: 'counted',
  addChildren: 'counted',
  updateChild: 'counted',
  removeChild: 'counted',
  updateCard: {
    notCounted:
      'Coaches must know at once what a parent says of a child’s health. It overwrites the child’s own item by one write unit, and sends nothing.',
  },
  bookSlot: 'counted',
  cancelBooking: 'counted',
  setNotComing: 'counted',
  setLinkedNotComing: 'counted',
  moveMyBooking: 'counted',
  keepPlace: 'counted',
  createCalendarFeed: 'counted',
  joinWaitingList: 'counted',
  leaveWaitingList: 'counted',
  takeMyOffer: 'counted',
  takeOffer: 'counted',
  declineMyOffer: 'counted',
  declineOffer: 'counted',
  moveMyOffer: 'counted',
  moveOffer: 'counted',
  deleteMyAccount: { notCounted: 'An account is deleted once.' },
  acceptMyCoachInvitation: { notCounted: 'The office sent the invitation, which is used once.' },
  acceptMyAdminInvitation: { notCounted: 'The office or the operator made the link, which is used once.' },
  chooseMoneyMails: 'counted',
  inviteAdult: {
    notCounted: 'Emails to a mailbox are limited by their kind (AUT-44). It needs a fresh sign-in.',
  },
  withdrawAdultInvitation: { notCounted: 'It ends a link, which must always be possible.' },
  endAdultAccess: { notCounted: 'It ends an access, which must always be possible.' },
  acceptMyAdultInvitation: { notCounted: 'The holder sent the invitation, which is used once.' },
  turnOnSecondFactor: {
    notCounted: 'A wrong code stores nothing. An account must always be able to protect itself.',
  },
  sendContactMessage: { notCounted: 'No family: messages of a source are limited (FRM-02).' },
  joinNewsletter: { notCounted: 'No family: requests for emails are limited by mailbox and source.' },
  confirmNewsletter: { notCounted: 'No family: the link of an email, which is used once.' },
  leaveNewsletter: { notCounted: 'No family: a reader can always leave.' },
};
