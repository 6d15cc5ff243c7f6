/** The name of a stage's stack. */
export const stackName = (stage: string): string => `football-booking-${stage}`;
