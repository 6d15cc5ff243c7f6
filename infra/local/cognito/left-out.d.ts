// What the declarations of cognito-local name of packages that are not installed (`overrides` in package.json), as far as
// the local user pool uses it.

declare module 'aws-sdk/clients/cognitoidentityserviceprovider' {
  export interface AttributeType {
    Name: string;
    Value?: string;
  }
  export type AttributeListType = AttributeType[];
  export interface MFAOptionType {
    DeliveryMedium?: string;
    AttributeName?: string;
  }
  export type MFAOptionListType = MFAOptionType[];
  export interface SchemaAttributeType {
    Name?: string;
    Mutable?: boolean;
  }
  export type SchemaAttributesListType = SchemaAttributeType[];
  export type StringType = string;
  export type UserMFASettingListType = string[];
  export interface UserPoolType {
    Id?: string;
    UsernameAttributes?: string[];
    CreationDate?: Date;
    LastModifiedDate?: Date;
  }
  export type UserStatusType = string;
  export type VerifiedAttributesListType = string[];
  export interface AnalyticsConfigurationType {
    ApplicationId?: string;
  }
  export type ExplicitAuthFlowsListType = string[];
  export type OAuthFlowsType = string[];
  export type PreventUserExistenceErrorTypes = string;
  export interface TokenValidityUnitsType {
    AccessToken?: string;
  }
}

declare module 'pino' {
  namespace pino {
    type Bindings = Record<string, unknown>;
    type ChildLoggerOptions = object;
    type LogFn = (...logged: unknown[]) => void;
  }
  export = pino;
}

declare namespace AWS {
  namespace Lambda {
    type ClientConfiguration = object;
  }
  namespace KMS {
    type ClientConfiguration = object;
  }
}
