// A file that imports both Testing and UIKit makes the compiler look for a module of this name:
// on Apple's systems it attaches images to tests. Here it only has to be there, as a dependency of
// every test target that has such a file.
