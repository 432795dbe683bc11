/** The yardstick of start-up: the least that a compiled program can do. */
console.log("hello");
