import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Construct } from 'constructs';

interface BudgetProps {
  /** US dollars a month, for everything in the AWS account. */
  readonly monthlyLimit: number;
  /** Gets the notifications, without a confirmation. */
  readonly email: string;
}

/** Notifies when the account's costs of a month reach 80 % of the limit, and when the forecast exceeds it. */
export class Budget extends Construct {
  constructor(scope: Construct, id: string, { monthlyLimit, email }: BudgetProps) {
    super(scope, id);
    const notify = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: {
        notificationType,
        threshold,
        thresholdType: 'PERCENTAGE',
        comparisonOperator: 'GREATER_THAN',
      },
      subscribers: [{ subscriptionType: 'EMAIL', address: email }],
    });
    new CfnBudget(this, 'Budget', {
      budget: {
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: monthlyLimit, unit: 'USD' },
      },
      notificationsWithSubscribers: [notify('ACTUAL', 80), notify('FORECASTED', 100)],
    });
  }
}
