import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Construct } from 'constructs';

interface BudgetProps {
  /** US dollars a month, for everything in the AWS account. */
  readonly monthlyLimit: number;
  /** Topic that the notifications go to. */
  readonly topicArn: string;
}

/** Notifies when the account's costs of a month reach 80 % of the limit, and when the forecast exceeds it. */
export class Budget extends Construct {
  constructor(scope: Construct, id: string, { monthlyLimit, topicArn }: BudgetProps) {
    super(scope, id);
    const notify = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: {
        notificationType,
        threshold,
        thresholdType: 'PERCENTAGE',
        comparisonOperator: 'GREATER_THAN',
      },
      subscribers: [{ subscriptionType: 'SNS', address: topicArn }],
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
