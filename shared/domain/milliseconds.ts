export const hourMs = 3_600_000;
export const dayMs = 86_400_000;
