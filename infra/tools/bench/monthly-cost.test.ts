import { describe, expect, it } from 'vitest';
import type { OperationCost } from './costs.ts';
import { billedUnits, monthlyCosts } from './monthly-cost.ts';
import { type OperationName, operationNames } from './operations.ts';
import { costOf } from './prices.ts';

const oneUnitEach = new Map<OperationName, OperationCost>(
  operationNames.map((name) => [name, { readUnits: 1, writeUnits: 1 }]),
);
const unitsOf = (families: number) => billedUnits(families, oneUnitEach, { alarmMetrics: 21, secrets: 1 });

describe('a price', () => {
  it('is of what goes beyond the free allowance', () => {
    expect(costOf('activeUsers', 10_000)).toBe(0);
    expect(costOf('activeUsers', 60_000)).toBeCloseTo(750);
    expect(costOf('alarmMetrics', 21)).toBeCloseTo(1.1);
  });

  it('is for so many units at once', () => {
    expect(costOf('emails', 2_000)).toBeCloseTo(0.2);
  });
});

describe('the use of a month', () => {
  it('grows with the families, as far as it depends on them', () => {
    const [few, many] = [unitsOf(1_000), unitsOf(10_000)];
    expect(many.emails / few.emails).toBeCloseTo(10);
    expect(many.tableStorage / few.tableStorage).toBeCloseTo(10);
    expect([many.alarmMetrics, many.secrets]).toEqual([few.alarmMetrics, few.secrets]);
  });

  it('reads the shared listing no more often than the edges ask', () => {
    expect(unitsOf(1_000_000).apiRequests / unitsOf(100_000).apiRequests).toBeLessThan(10);
  });

  it('is summed up', () => {
    const costs = monthlyCosts(unitsOf(100_000));
    const lines = [...costs].filter(([service]) => service !== 'in all').map(([, dollars]) => dollars);
    expect(costs.get('in all')).toBeCloseTo(lines.reduce((sum, dollars) => sum + dollars, 0));
    expect(Math.min(...lines)).toBeGreaterThan(0);
  });
});
