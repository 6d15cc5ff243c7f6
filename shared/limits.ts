/** Limits of the product that more than one place needs: schemas, handlers, screens, infrastructure. */
export const limits = {
  /** Largest request body the API accepts, in bytes. */
  requestBodyBytes: 10_240,
  personNameLength: 100,
  venueLength: 120,
  phoneLength: 30,
  medicalConditionsLength: 1_000,
  /** Longest user name of the user pool, where the email is the user name. */
  emailLength: 128,
  childrenPerFamily: 20,
  slotsPerClass: 20,
  slotCapacity: 500,
  passwordMinLength: 6,
  passwordMaxLength: 128,
  /** One session's price, in cents: $10,000.00. */
  weeklyRateCents: 1_000_000,
  /** Requests for emails with links are counted in periods of this length. */
  mailPeriodSeconds: 3_600,
  /** How long the link of an email works (AUT-32). */
  linkHours: { 'verify-email': 24, 'reset-password': 1 },
  /**
   * The shortest time between two opposite changes of an account's role: twice the time limit of a function, so that no
   * call of the first change to the user pool is still under way.
   */
  roleSettlingSeconds: 30,
} as const;
