// Every fact and finding has a rule's grade, so the clients of this module need YobanPlatformRules.
@_exported public import YobanPlatformRules
