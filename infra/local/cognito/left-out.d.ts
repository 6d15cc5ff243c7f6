// What the declarations of cognito-local name of a package that is not installed (`overrides` in package.json), as far as the
// local user pool uses it.

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
