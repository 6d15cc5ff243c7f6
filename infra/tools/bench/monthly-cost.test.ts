import { describe, expect, it } from 'vitest';
import type { OperationCost } from './costs.ts';
import { billedUnits, isBackground, monthlyCosts } from './monthly-cost.ts';
import { type OperationName, operationNames } from './operations.ts';
import { costOf } from './prices.ts';
import { assumptions, usageOf } from './usage.ts';

const oneUnitEach = new Map<OperationName, OperationCost>(
  operationNames.map((name) => [name, { readUnits: 1, writeUnits: 1 }]),
);
const fixed = {
  ...{ alarmMetrics: 21, secrets: 1, largeDashboards: 0, customMetrics: 11 },
  ...{ webAcls: 1, webAclRules: 4 },
};
const unitsOf = (families: number) => billedUnits(families, oneUnitEach, fixed);

describe('a price', () => {
  it('counts units above the free allowance', () => {
    expect(costOf('activeUsers', 10_000)).toBe(0);
    expect(costOf('activeUsers', 60_000)).toBeCloseTo(750);
    expect(costOf('alarmMetrics', 21)).toBeCloseTo(1.1);
  });

  it('counts units by the size of the price', () => {
    expect(costOf('emails', 2_000)).toBeCloseTo(0.2);
  });
});

describe('the use of a month', () => {
  it('grows with the number of families', () => {
    const [few, many] = [unitsOf(1_000), unitsOf(10_000)];
    expect(many.emails / few.emails).toBeCloseTo(10);
    expect(many.tableStorage / few.tableStorage).toBeCloseTo(10);
    expect([many.alarmMetrics, many.secrets]).toEqual([few.alarmMetrics, few.secrets]);
  });

  it('limits reads of the shared listing to those of the edges', () => {
    expect(usageOf(1_000_000).operations.listClasses).toBe(assumptions.mostListingReadings);
    expect(usageOf(1_000).operations.listClasses).toBeLessThan(assumptions.mostListingReadings);
  });

  it('counts both functions of the edge for each file, and large answers in pieces', () => {
    const { visits, operations, classes } = usageOf(100_000);
    expect(unitsOf(100_000).edgeFunctions).toBe(visits * assumptions.filesPerVisit * 2);
    const api = Object.entries(operations).filter(([name]) => !isBackground(name));
    const pieces = Math.ceil(classes / 512);
    const listings = (operations.listClasses ?? 0) + (operations.listManagedClasses ?? 0);
    expect(pieces).toBe(8);
    expect(unitsOf(100_000).apiRequests).toBeCloseTo(
      api.reduce((sum, [, times]) => sum + times, 0) + listings * (pieces - 1),
    );
  });

  it('has a total, and one with the firewall', () => {
    const costs = [...monthlyCosts(unitsOf(100_000))];
    const index = costs.findIndex(([service]) => service === 'in all');
    const lines = costs.slice(0, index).map(([, dollars]) => dollars);
    const [all = 0, firewall = 0, withFirewall = 0] = costs.slice(index).map(([, dollars]) => dollars);
    expect(all).toBeCloseTo(lines.reduce((sum, dollars) => sum + dollars, 0));
    expect(firewall).toBeCloseTo(5 + 4 + (0.6 * unitsOf(100_000).edgeRequests) / 1_000_000);
    expect(withFirewall).toBeCloseTo(all + firewall);
    // The free runs of the scheduler are more than a month has.
    expect(Math.min(...lines)).toBe(0);
    expect(lines.filter((dollars) => dollars === 0)).toHaveLength(1);
  });

  it('counts a dashboard of over 50 metrics, and metrics of our own beyond ten', () => {
    expect(costOf('customMetrics', 11)).toBeCloseTo(0.3);
    const [small, large] = [0, 1].map((largeDashboards) =>
      monthlyCosts(billedUnits(100, oneUnitEach, { ...fixed, largeDashboards })).get('in all'),
    );
    expect((large ?? 0) - (small ?? 0)).toBeCloseTo(3);
  });
});
