// Every fact and finding has a rule's grade, so the clients of this module need PlatformRules.
@_exported public import PlatformRules
