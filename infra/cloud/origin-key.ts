import { Validations } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';

/**
 * What the distribution and the functions behind it know, and nobody else: made in the cloud, by Secrets Manager. The
 * template refers to it, so the value is in no file of ours.
 */
export class OriginKey extends Construct {
  /** A reference that the deployment resolves. */
  readonly value: string;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const secret = new Secret(this, 'Secret', {
      description: 'Tells requests that came through the distribution from others',
      generateSecretString: { passwordLength: 48, excludePunctuation: true },
    });
    Validations.of(secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'A value that changed by itself would no longer be the one the distribution sends until it is deployed.',
    });
    this.value = secret.secretValue.unsafeUnwrap();
  }
}
