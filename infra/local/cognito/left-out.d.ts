// What cognito-local's declarations name of a package that is not installed (`overrides` in package.json).

declare module 'aws-sdk/clients/cognitoidentityserviceprovider' {
  export type AttributeListType = { Name: string; Value?: string }[];
  export type UserMFASettingListType = string[];
  export type UserStatusType = string;
  export interface UserPoolType {
    Id?: string;
    UsernameAttributes?: string[];
    CreationDate?: Date;
    LastModifiedDate?: Date;
  }
}
