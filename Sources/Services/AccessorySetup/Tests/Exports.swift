// The apps of the tests, in every file.
@_exported import YobanScriptedApp
