/** The name of a stage's stack. */
export const stackName = (stage: string): string => `football-booking-${stage}`;

/** Names of a stage's stacks in us-east-1. */
export const firewallStackName = (stage: string): string => `${stackName(stage)}-firewall`;
export const edgeAlarmsStackName = (stage: string): string => `${stackName(stage)}-edge-alarms`;

/** Construct id of the stack nested in a stage’s stack, with which its logical id and its own name begin. */
export const monitoringId = 'Monitoring';
