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
  /** A booking that meets write conflicts is retried this long before it answers 503. */
  bookingConflictRetryMs: 2_000,
} as const;
