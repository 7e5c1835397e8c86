// A rule's grade is part of every fact and finding.
@_exported public import PlatformRules
