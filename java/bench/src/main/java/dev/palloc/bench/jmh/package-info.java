/** What all measurements by JMH share: how the measured JVMs are started, and JMH's log. */
package dev.palloc.bench.jmh;
