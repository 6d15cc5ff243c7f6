/** The problems of changes to bookings whose text a screen shows without a response. Only those screens load them. */
export const changeProblems = {
  bookingNotFound: { status: 404, text: 'This booking no longer exists. Please reload the list.' },
  classEnded: { status: 409, text: 'This class has ended' },
  sessionsOverlap: {
    status: 409,
    text: '{child} cannot be in two places at once: on {date}, {session} is at the time of {booked}, which is booked. Please choose another time, or cancel that booking first.',
  },
  trialHeld: {
    status: 409,
    text: '{child} has a trial in this class. Keep its place instead of booking another one.',
  },
  trialNotMovable: {
    status: 409,
    text: 'A trial can move to another time of its class, until it begins.',
  },
  trialOver: { status: 409, text: 'The place was not kept in time and has been given back.' },
  trialUsed: { status: 409, text: '{child} has already had a trial in this class' },
} as const;
